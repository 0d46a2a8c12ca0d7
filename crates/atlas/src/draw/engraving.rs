//! A drawing that is printed in parts: the tiles of a large picture.
//!
//! A drawing is taken apart once into strokes, fills and layers, each with where it lies; a part then costs only what is
//! to be seen on it. Whatever the drawing has beyond that is left to resvg.

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use resvg::tiny_skia::{
    Color, FillRule, FilterQuality, IntRect, Mask, Paint, Path, PathBuilder, PathSegment, Pixmap, PixmapMut,
    PixmapPaint, Point, Rect, Stroke, Transform,
};
use resvg::usvg::{self, ImageKind, Node, Options, PaintOrder, Tree};

use super::PngError;

/// How well letters are kept: beyond this, eyes see no difference and files grow.
const QUALITY: u8 = 85;

/// A stroked path is cut into pieces of about so many segments.
const PIECE: usize = 120;

/// A drawing that has been read once and is printed in parts.
pub struct Engraving {
    size: (f32, f32),
    items: Vec<Item>,
    /// The drawing as it was read, if anything is left to resvg.
    tree: Option<Tree>,
}

/// Something that is drawn, and what it covers, in points of the drawing.
struct Item {
    reach: Rect,
    what: What,
}

enum What {
    Fill {
        path: Path,
        rule: FillRule,
        colour: Color,
        to: Transform,
    },
    Stroke {
        path: Path,
        stroke: Stroke,
        colour: Color,
        to: Transform,
    },
    Image {
        pixels: Pixmap,
        to: Transform,
    },
    /// Drawn by itself, clipped, and then laid over the rest.
    Layer {
        clip: Vec<Clip>,
        opacity: f32,
        items: Vec<Item>,
    },
    /// Anything else: the way to it in the tree, and how what surrounds it is turned.
    Other {
        way: Vec<usize>,
        to: Transform,
    },
}

impl Item {
    /// Whether nothing in it is left to resvg.
    fn is_ours(&self) -> bool {
        match &self.what {
            What::Other { .. } => false,
            What::Layer { items, .. } => items.iter().all(Item::is_ours),
            _ => true,
        }
    }
}

struct Clip {
    path: Path,
    rule: FillRule,
    to: Transform,
}

/// A part of a picture: its upper left corner and its size, in pixels of the whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Pixels from the left.
    pub x: u32,
    /// Pixels from the top.
    pub y: u32,
    /// How wide it is.
    pub width: u32,
    /// How high it is.
    pub height: u32,
}

impl Engraving {
    /// Reads a drawing.
    ///
    /// # Errors
    /// If the text is no drawing.
    pub fn new(svg: &str) -> Result<Engraving, PngError> {
        let tree = Tree::from_str(svg, &Options::default()).map_err(PngError::Drawing)?;
        let mut items = Vec::new();
        take_apart(tree.root(), Transform::identity(), &mut Vec::new(), &mut items);
        let size = (tree.size().width(), tree.size().height());
        let whole = items.iter().all(Item::is_ours);
        Ok(Engraving { size, items, tree: (!whole).then_some(tree) })
    }

    /// Prints a part of the picture that is `whole` pixels wide and high in all.
    ///
    /// # Errors
    /// If the part has no pixels, or too many.
    pub fn print(&self, whole: (u32, u32), part: Part) -> Result<Pixmap, PngError> {
        let mut pixmap = Pixmap::new(part.width, part.height).ok_or(PngError::Size)?;
        let (across, down) = (whole.0 as f32 / self.size.0, whole.1 as f32 / self.size.1);
        let place = Transform::from_scale(across, down).post_translate(-(part.x as f32), -(part.y as f32));
        self.draw(&self.items, place, &mut pixmap.as_mut());
        Ok(pixmap)
    }

    fn draw(&self, items: &[Item], place: Transform, pixmap: &mut PixmapMut<'_>) {
        for item in items {
            if let Some(seen) = seen(item.reach, place, pixmap) {
                self.draw_item(&item.what, place, seen, pixmap);
            }
        }
    }

    fn draw_item(&self, what: &What, place: Transform, seen: IntRect, pixmap: &mut PixmapMut<'_>) {
        let ink = |colour: &Color| {
            let mut paint = Paint { anti_alias: true, ..Paint::default() };
            paint.set_color(*colour);
            paint
        };
        match what {
            What::Fill { path, rule, colour, to } => {
                pixmap.fill_path(path, &ink(colour), *rule, place.pre_concat(*to), None);
            }
            What::Stroke { path, stroke, colour, to } => {
                let place = place.pre_concat(*to);
                let whole = path.len() <= PIECE || stroke.dash.is_some();
                let shown = if whole { None } else { window(pixmap, place, reach(stroke)) };
                match shown {
                    None => pixmap.stroke_path(path, &ink(colour), stroke, place, None),
                    Some(window) => {
                        if let Some(runs) = runs(path, window) {
                            pixmap.stroke_path(&runs, &ink(colour), stroke, place, None);
                        }
                    }
                }
            }
            What::Image { pixels, to } => {
                let paint = PixmapPaint { quality: FilterQuality::Bicubic, ..PixmapPaint::default() };
                pixmap.draw_pixmap(0, 0, pixels.as_ref(), &paint, place.pre_concat(*to), None);
            }
            What::Layer { clip, opacity, items } => {
                if *opacity == 1.0 && clip.iter().any(|clip| clip.is_around(place, seen)) {
                    return self.draw(items, place, pixmap);
                }
                let Some(mut layer) = Pixmap::new(seen.width(), seen.height()) else { return };
                let place = place.post_translate(-(seen.x() as f32), -(seen.y() as f32));
                self.draw(items, place, &mut layer.as_mut());
                if !clip.is_empty()
                    && let Some(mut mask) = Mask::new(seen.width(), seen.height())
                {
                    for Clip { path, rule, to } in clip {
                        mask.fill_path(path, *rule, true, place.pre_concat(*to));
                    }
                    layer.apply_mask(&mask);
                }
                let paint = PixmapPaint { opacity: *opacity, ..PixmapPaint::default() };
                pixmap.draw_pixmap(seen.x(), seen.y(), layer.as_ref(), &paint, Transform::identity(), None);
            }
            What::Other { way, to } => {
                let Some(node) = self.tree.as_ref().and_then(|tree| find(tree.root(), way)) else { return };
                let Some(bounds) = node.abs_layer_bounding_box() else { return };
                // There a node is moved to the corner; here it stays where it is.
                let place = place.pre_concat(*to).pre_translate(bounds.x(), bounds.y());
                resvg::render_node(node, place, pixmap);
            }
        }
    }
}

impl Clip {
    /// Whether it is a rectangle with all that is seen inside it.
    fn is_around(&self, place: Transform, seen: IntRect) -> bool {
        let bounds = self.path.bounds();
        let is_corner = |x: f32, y: f32| {
            (x == bounds.left() || x == bounds.right()) && (y == bounds.top() || y == bounds.bottom())
        };
        let is_rect =
            self.path.len() <= 6 && self.path.points().iter().all(|point| is_corner(point.x, point.y));
        let around = bounds.transform(place.pre_concat(self.to));
        is_rect
            && around.is_some_and(|around| {
                around.left() <= seen.left() as f32
                    && around.top() <= seen.top() as f32
                    && around.right() >= seen.right() as f32
                    && around.bottom() >= seen.bottom() as f32
            })
    }
}

/// What of the paper something covers, in whole pixels.
fn seen(reach: Rect, place: Transform, pixmap: &PixmapMut<'_>) -> Option<IntRect> {
    let reach = reach.transform(place)?;
    let left = (reach.left().floor() - 1.0).max(0.0) as i32;
    let top = (reach.top().floor() - 1.0).max(0.0) as i32;
    let right = (reach.right().ceil() + 1.0).min(pixmap.width() as f32) as i32;
    let bottom = (reach.bottom().ceil() + 1.0).min(pixmap.height() as f32) as i32;
    (left < right && top < bottom).then(|| IntRect::from_ltrb(left, top, right, bottom)).flatten()
}

fn find<'t>(root: &'t usvg::Group, way: &[usize]) -> Option<&'t Node> {
    let (&first, rest) = way.split_first()?;
    match (root.children().get(first)?, rest) {
        (node, []) => Some(node),
        (Node::Group(group), rest) => find(group, rest),
        _ => None,
    }
}

/// Lists what is drawn in a group; `way` leads to it, `around` is how what surrounds its children is turned.
fn take_apart(group: &usvg::Group, around: Transform, way: &mut Vec<usize>, items: &mut Vec<Item>) {
    for (number, node) in group.children().iter().enumerate() {
        way.push(number);
        if !list(node, around, way, items)
            && let Some(bounds) = node.abs_layer_bounding_box()
        {
            items.push(Item { reach: bounds.to_rect(), what: What::Other { way: way.clone(), to: around } });
        }
        way.pop();
    }
}

/// Lists what a node draws; false if it is something else than strokes, fills and layers.
fn list(node: &Node, around: Transform, way: &mut Vec<usize>, items: &mut Vec<Item>) -> bool {
    match node {
        Node::Group(group) if !group.should_isolate() => {
            take_apart(group, around.pre_concat(group.transform()), way, items);
            true
        }
        Node::Group(group) => {
            let plain = group.mask().is_none()
                && group.filters().is_empty()
                && group.blend_mode() == usvg::BlendMode::Normal;
            let inside = around.pre_concat(group.transform());
            let mut clip = Vec::new();
            if !plain || !group.clip_path().is_none_or(|path| clips(path, inside, &mut clip)) {
                return false;
            }
            let mut inner = Vec::new();
            take_apart(group, inside, way, &mut inner);
            let reach = group.abs_layer_bounding_box().to_rect();
            let what = What::Layer { clip, opacity: group.opacity().get(), items: inner };
            items.push(Item { reach, what });
            true
        }
        Node::Path(path) => list_path(path, items),
        Node::Image(image) => match image.kind() {
            ImageKind::PNG(bytes) if image.is_visible() => {
                let Ok(pixels) = Pixmap::decode_png(bytes) else { return false };
                let reach = image.abs_bounding_box();
                items.push(Item { reach, what: What::Image { pixels, to: image.abs_transform() } });
                true
            }
            _ => false,
        },
        Node::Text(_) => false,
    }
}

fn rule(rule: usvg::FillRule) -> FillRule {
    match rule {
        usvg::FillRule::NonZero => FillRule::Winding,
        usvg::FillRule::EvenOdd => FillRule::EvenOdd,
    }
}

fn colour(paint: &usvg::Paint, opacity: usvg::Opacity) -> Option<Color> {
    match paint {
        usvg::Paint::Color(c) => Some(Color::from_rgba8(c.red, c.green, c.blue, opacity.to_u8())),
        _ => None,
    }
}

fn list_path(path: &usvg::Path, items: &mut Vec<Item>) -> bool {
    if !path.is_visible() {
        return true;
    }
    let ink = |paint, opacity| colour(paint, opacity);
    let fill = path.fill().map(|fill| (ink(fill.paint(), fill.opacity()), rule(fill.rule())));
    let stroke = path.stroke().map(|stroke| (ink(stroke.paint(), stroke.opacity()), stroke.to_tiny_skia()));
    let plain =
        fill.is_none_or(|(colour, _)| colour.is_some()) && stroke.as_ref().is_none_or(|it| it.0.is_some());
    if !plain || !path.rendering_mode().use_shape_antialiasing() {
        return false;
    }
    let to = path.abs_transform();
    let mut filled = Vec::new();
    if let Some((Some(colour), rule)) = fill {
        let what = What::Fill { path: path.data().clone(), rule, colour, to };
        filled.push(Item { reach: path.abs_bounding_box(), what });
    }
    let mut stroked = Vec::new();
    if let Some((Some(colour), stroke)) = stroke {
        let out = reach(&stroke);
        for piece in pieces(path.data()) {
            let reach = piece.bounds().outset(out, out).and_then(|reach| reach.transform(to));
            let Some(reach) = reach else { continue };
            let what = What::Stroke { path: piece, stroke: stroke.clone(), colour, to };
            stroked.push(Item { reach, what });
        }
    }
    match path.paint_order() {
        PaintOrder::FillAndStroke => items.extend(filled.into_iter().chain(stroked)),
        PaintOrder::StrokeAndFill => items.extend(stroked.into_iter().chain(filled)),
    }
    true
}

/// How far a stroke reaches beyond its line; its corners may stand out.
fn reach(stroke: &Stroke) -> f32 {
    stroke.width / 2.0 * stroke.miter_limit.max(1.5)
}

/// What of a path's own plane is seen, and so much around it.
fn window(pixmap: &PixmapMut<'_>, place: Transform, around: f32) -> Option<Rect> {
    let paper = Rect::from_xywh(-1.0, -1.0, pixmap.width() as f32 + 2.0, pixmap.height() as f32 + 2.0)?;
    paper.transform(place.invert()?)?.outset(around, around)
}

/// The runs of a path that come into a window; their ends lie outside it.
fn runs(path: &Path, window: Rect) -> Option<Path> {
    let mut runs = PathBuilder::new();
    let (mut start, mut second, mut last) = (None, None, Point::zero());
    let (mut down, mut whole) = (false, true);
    let near = |points: &[Point]| {
        let all = Rect::from_ltrb(
            points.iter().map(|point| point.x).fold(f32::MAX, f32::min),
            points.iter().map(|point| point.y).fold(f32::MAX, f32::min),
            points.iter().map(|point| point.x).fold(f32::MIN, f32::max),
            points.iter().map(|point| point.y).fold(f32::MIN, f32::max),
        );
        all.is_none_or(|all| {
            all.left() <= window.right()
                && all.right() >= window.left()
                && all.top() <= window.bottom()
                && all.bottom() >= window.top()
        })
    };
    for segment in path.segments() {
        let points = match segment {
            PathSegment::MoveTo(at) => {
                (start, second, last, down, whole) = (Some(at), None, at, false, true);
                continue;
            }
            PathSegment::LineTo(to) => vec![last, to],
            PathSegment::QuadTo(by, to) => vec![last, by, to],
            PathSegment::CubicTo(a, b, to) => vec![last, a, b, to],
            PathSegment::Close => vec![last, start.unwrap_or(last)],
        };
        if !near(&points) {
            (down, whole) = (false, false);
        } else {
            if !down {
                runs.move_to(last.x, last.y);
            }
            down = true;
            match (segment, &points[..]) {
                (PathSegment::Close, _) if whole => runs.close(),
                // The corner where a cut ring begins is drawn by going on around it.
                (PathSegment::Close, [_, to]) => {
                    runs.line_to(to.x, to.y);
                    if let Some(Point { x, y }) = second {
                        runs.line_to(x, y);
                    }
                }
                (_, [_, to]) => runs.line_to(to.x, to.y),
                (_, [_, by, to]) => runs.quad_to(by.x, by.y, to.x, to.y),
                (_, [_, a, b, to]) => runs.cubic_to(a.x, a.y, b.x, b.y, to.x, to.y),
                _ => {}
            }
        }
        if second.is_none() {
            second = points.get(1).copied();
        }
        last = points[points.len() - 1];
    }
    runs.finish()
}

/// A path in pieces, cut only where the pen is lifted.
fn pieces(path: &Path) -> Vec<Path> {
    if path.len() <= PIECE {
        return vec![path.clone()];
    }
    let mut pieces = Vec::new();
    let mut piece = PathBuilder::new();
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(at) => {
                if piece.len() >= PIECE {
                    pieces.extend(std::mem::take(&mut piece).finish());
                }
                piece.move_to(at.x, at.y);
            }
            PathSegment::LineTo(to) => piece.line_to(to.x, to.y),
            PathSegment::QuadTo(by, to) => piece.quad_to(by.x, by.y, to.x, to.y),
            PathSegment::CubicTo(a, b, to) => piece.cubic_to(a.x, a.y, b.x, b.y, to.x, to.y),
            PathSegment::Close => piece.close(),
        }
    }
    pieces.extend(piece.finish());
    pieces
}

/// Lists the outlines of a clip; false if it is something else than outlines.
fn clips(clip: &usvg::ClipPath, around: Transform, clips: &mut Vec<Clip>) -> bool {
    clip.clip_path().is_none() && outlines(clip.root(), around.pre_concat(clip.transform()), clips)
}

fn outlines(group: &usvg::Group, around: Transform, clips: &mut Vec<Clip>) -> bool {
    group.children().iter().all(|node| match node {
        Node::Path(path) => {
            let rule = path.fill().map_or(FillRule::Winding, |fill| rule(fill.rule()));
            clips.push(Clip { path: path.data().clone(), rule, to: around });
            true
        }
        Node::Group(group) if !group.should_isolate() => {
            outlines(group, around.pre_concat(group.transform()), clips)
        }
        _ => false,
    })
}

/// Pixels as a file, small and with crisp letters.
///
/// # Errors
/// If there are too many pixels.
pub fn jpeg(pixels: &Pixmap) -> Result<Vec<u8>, PngError> {
    let (width, height) = (u16::try_from(pixels.width()), u16::try_from(pixels.height()));
    let (Ok(width), Ok(height)) = (width, height) else { return Err(PngError::Size) };
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, QUALITY);
    // Red letters on paper blur if colours are kept in less detail than light.
    encoder.set_sampling_factor(SamplingFactor::R_4_4_4);
    encoder.set_optimized_huffman_tables(true);
    let packed = encoder.encode(pixels.data(), width, height, ColorType::Rgba);
    packed.map_err(|error| PngError::Packing(error.to_string()))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SVG: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 220 120" width="220" height="120">
        <defs><clipPath id="map"><rect width="200" height="100"/></clipPath>
        <clipPath id="in"><path d="M20 20h60v60h-60zM30 30h20v20h-20z" clip-rule="evenodd"/></clipPath>
        <pattern id="dots" width="6" height="6" patternUnits="userSpaceOnUse"><circle cx="3" cy="3" r="2" fill="#333"/></pattern>
        <g id="sign"><circle r="5" fill="#a33" stroke="#222"/></g></defs>
        <rect x="-10" y="-10" width="220" height="120" fill="#f3e9d0"/>
        <g clip-path="url(#map)"><path d="M-50 50Q60 -40 120 60T260 40V200H-50Z" fill="#9ab" fill-opacity=".6"/>
        <g clip-path="url(#in)"><path d="M0 0L100 100M100 0L0 100" stroke="#36c" stroke-width="12"/></g>
        <rect x="150" y="10" width="40" height="40" fill="url(#dots)"/>
        <g opacity=".5" transform="translate(40 0)"><use href="#sign" x="100" y="60"/><use href="#sign" x="104" y="62"/></g>
        <g fill="none" stroke="#543" stroke-dasharray="5 3"><path d="M5 95L195 80"/></g></g>
        <path d="M0 0H200V100H0Z" fill="none" stroke="#222" stroke-width="3"/></svg>"##;

    /// The mean difference between two pictures, in steps of 256.
    fn difference(a: &Pixmap, b: &Pixmap) -> f64 {
        assert_eq!((a.width(), a.height()), (b.width(), b.height()));
        let sum: u64 = a.data().iter().zip(b.data()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
        sum as f64 / a.data().len() as f64
    }

    fn by_resvg(whole: (u32, u32)) -> Pixmap {
        let tree = Tree::from_str(SVG, &Options::default()).unwrap();
        let mut pixmap = Pixmap::new(whole.0, whole.1).unwrap();
        let scale = whole.0 as f32 / tree.size().width();
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
        pixmap
    }

    #[test]
    fn an_engraving_prints_what_resvg_draws() {
        let whole = (660, 360);
        let engraving = Engraving::new(SVG).unwrap();
        assert!(engraving.tree.is_some(), "the dots are a pattern");
        let print = engraving.print(whole, Part { x: 0, y: 0, width: 660, height: 360 }).unwrap();
        let far = difference(&print, &by_resvg(whole));
        assert!(far < 0.1, "{far}");
    }

    #[test]
    fn parts_fit_together() {
        let whole = (660, 360);
        let engraving = Engraving::new(SVG).unwrap();
        let one = engraving.print(whole, Part { x: 0, y: 0, width: 660, height: 360 }).unwrap();
        let mut joined = Pixmap::new(660, 360).unwrap();
        for (x, y) in [(0, 0), (220, 0), (440, 0), (0, 180), (220, 180), (440, 180)] {
            let part = engraving.print(whole, Part { x, y, width: 220, height: 180 }).unwrap();
            let paint = PixmapPaint::default();
            joined.draw_pixmap(x as i32, y as i32, part.as_ref(), &paint, Transform::identity(), None);
        }
        let far = difference(&joined, &one);
        assert!(far < 0.05, "{far}");
    }

    /// A winding shore, much longer than a tile, stroked so that overlaps would show.
    #[test]
    fn of_a_long_shore_only_what_is_near_is_drawn() {
        let ring: Vec<String> = (0..400)
            .map(|n| {
                let turn = f64::from(n) / 400.0 * std::f64::consts::TAU;
                let far = 40.0 + 6.0 * (turn * 23.0).sin();
                format!("{:.2} {:.2}", 100.0 + 2.0 * far * turn.cos(), 50.0 + far * turn.sin())
            })
            .collect();
        let svg = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100" width="200" height="100"><rect width="200"
            height="100" fill="#fff"/><path d="M{}Z" fill="none" stroke="#124" stroke-opacity=".5" stroke-width="7"/></svg>"##,
            ring.join("L")
        );
        let whole = (800, 400);
        let engraving = Engraving::new(&svg).unwrap();
        let tree = Tree::from_str(&svg, &Options::default()).unwrap();
        for (x, y) in [(0, 0), (600, 100), (700, 150), (300, 0)] {
            let part = engraving.print(whole, Part { x, y, width: 100, height: 100 }).unwrap();
            let mut expected = Pixmap::new(100, 100).unwrap();
            let place = Transform::from_scale(4.0, 4.0).post_translate(-(x as f32), -(y as f32));
            resvg::render(&tree, place, &mut expected.as_mut());
            let far = difference(&part, &expected);
            assert!(far < 0.05, "{far} at {x} {y}");
        }
        let window = Rect::from_xywh(150.0, 25.0, 25.0, 25.0).unwrap();
        let What::Stroke { path, .. } = &engraving.items[1].what else { panic!("the shore is stroked") };
        assert!(runs(path, window).unwrap().len() < path.len() / 3);
    }

    #[test]
    fn a_long_path_is_cut_where_the_pen_is_lifted() {
        let mut line = PathBuilder::new();
        for n in 0..200u16 {
            line.move_to(f32::from(n), 0.0);
            line.line_to(f32::from(n), 9.0);
        }
        let line = line.finish().unwrap();
        let pieces = pieces(&line);
        assert_eq!(pieces.len(), 4);
        assert_eq!(pieces.iter().map(Path::len).sum::<usize>(), line.len());
    }
}
