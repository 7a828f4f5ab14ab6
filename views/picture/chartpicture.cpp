// SPDX-License-Identifier: Apache-2.0
#include "views/picture/chartpicture.h"

#include "core/base/savedfile.h"
#include "views/widgets/theme.h"
#include "views/widgets/plaintext.h"
#include "views/widgets/savedialog.h"
#include "views/widgets/statustext.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QImageWriter>
#include <QLayout>
#include <QPainter>
#include <QSvgGenerator>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace rs {

namespace {

constexpr int headMargin = 12;
constexpr int headGap = 2;
constexpr QSize leastSize(200, 120);
constexpr QSize readableSize(900, 560);

QString suffixOf(ChartPicture::Format format)
{
    return format == ChartPicture::Format::Svg ? QStringLiteral(".svg") : QStringLiteral(".png");
}

// Lets a widget be resized while it is painted, and gives it its size back. Painting a hidden widget lays out its
// window, which would undo the size.
class KeptSize
{
public:
    explicit KeptSize(QWidget *widget)
        : m_widget(widget), m_size(widget->size()),
          m_layout(widget->parentWidget() ? widget->parentWidget()->layout() : nullptr)
    {
        if (m_layout)
            m_layout->setEnabled(false);
    }
    ~KeptSize()
    {
        m_widget->resize(m_size);
        if (m_layout)
            m_layout->setEnabled(true);
    }
    Q_DISABLE_COPY_MOVE(KeptSize)

private:
    QWidget *m_widget;
    QSize m_size;
    QLayout *m_layout;
};

// A text in lines that break between words, inside of one only where it is longer than a line. Its height; painted when
// there is a painter.
int wrapped(QPainter *painter, QString text, const QFont &font, QPoint at, int width)
{
    QTextLayout layout(text.replace(u'\n', QChar(QChar::LineSeparator)), font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    double height = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        line.setPosition({0, height});
        height += line.height();
    }
    layout.endLayout();
    if (painter)
        layout.draw(painter, at);
    return static_cast<int>(std::ceil(height));
}

} // namespace

ChartPicture::ChartPicture(QWidget *content, const Theme *theme, PictureText text, QWidget *skip,
                           std::function<int()> end)
    : m_content(content), m_theme(theme), m_text(std::move(text)), m_skip(skip), m_end(std::move(end))
{
}

// A mark under the mouse is for the screen alone.
void ChartPicture::prepare() const
{
    QList<QWidget *> all = m_content->findChildren<QWidget *>();
    all.append(m_content);
    for (QWidget *const w : all) {
        QEvent left(QEvent::Leave);
        if (w->hasMouseTracking())
            QCoreApplication::sendEvent(w, &left);
    }
    const QSize size = m_content->size();
    if (m_grows)
        m_content->resize(size.expandedTo(readableSize));
    else if (size.width() < leastSize.width() || size.height() < leastSize.height())
        m_content->resize(readableSize);
}

QRect ChartPicture::part() const
{
    // A page behind another one has not been laid out at its size yet: painting a point of it does that.
    QImage point(1, 1, QImage::Format_ARGB32_Premultiplied);
    m_content->render(&point, {}, QRegion(0, 0, 1, 1));
    QRect out = m_content->rect();
    if (m_skip)
        out.setTop(std::min(m_skip->mapTo(m_content, QPoint(0, m_skip->height())).y(), out.bottom()));
    if (m_end)
        out.setBottom(std::clamp(m_end() - 1, out.top(), out.bottom()));
    return out;
}

int ChartPicture::head(QPainter *painter, int width) const
{
    struct Line
    {
        QString text;
        double size;
        QFont::Weight weight;
        QColor color;
    };
    const Line lines[] = {{m_text.title, 1.15, QFont::Bold, m_theme->text()},
                          {m_text.scope, 1.0, QFont::Normal, m_theme->text()},
                          {m_text.note, 0.9, QFont::Normal, m_theme->secondaryText()}};
    int y = headMargin;
    for (const Line &line : lines) {
        if (line.text.isEmpty())
            continue;
        QFont font = m_content->font();
        font.setPointSizeF(font.pointSizeF() * line.size);
        font.setWeight(line.weight);
        if (painter)
            painter->setPen(line.color);
        y += wrapped(painter, line.text, font, {headMargin, y}, std::max(width - 2 * headMargin, 1)) + headGap;
    }
    return y == headMargin ? 0 : y + headMargin - headGap;
}

QSize ChartPicture::sizeWithHead(const QRect &part) const
{
    return QSize(part.width(), part.height() + head(nullptr, part.width())).expandedTo({1, 1});
}

void ChartPicture::paint(QPainter *painter, const QRect &part) const
{
    painter->fillRect(QRect({0, 0}, sizeWithHead(part)), m_theme->background());
    const int top = head(painter, part.width());
    m_content->render(painter, {0, top}, QRegion(part));
}

QImage ChartPicture::image() const
{
    if (!m_content)
        return {};
    const KeptSize kept(m_content);
    prepare();
    const QRect shown = part();
    const double scale = std::max(2.0, m_content->devicePixelRatioF());
    const QSize size = sizeWithHead(shown);
    QImage image(static_cast<int>(std::ceil(size.width() * scale)), static_cast<int>(std::ceil(size.height() * scale)),
                 QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(m_theme->background());
    QPainter painter(&image);
    paint(&painter, shown);
    return image;
}

bool ChartPicture::saveSvg(QIODevice *device) const
{
    const KeptSize kept(m_content);
    prepare();
    const QRect shown = part();
    QSvgGenerator svg;
    svg.setOutputDevice(device);
    svg.setSize(sizeWithHead(shown));
    svg.setViewBox(QRect({0, 0}, sizeWithHead(shown)));
    svg.setTitle(m_text.title);
    svg.setDescription(m_text.scope);
    // The painter's own resolution makes text keep its size.
    svg.setResolution(m_content->logicalDpiX());
    QPainter painter;
    if (!painter.begin(&svg))
        return false;
    paint(&painter, shown);
    return painter.end();
}

bool ChartPicture::save(const QString &path, Format format, QString *error) const
{
    const auto fail = [error](const QString &why) {
        if (error)
            *error = why;
        return false;
    };
    if (!m_content)
        return fail(tr("the view was closed"));
    SavedFile file(path);
    if (!file.open())
        return fail(file.errorString());
    if (format == Format::Svg) {
        if (!saveSvg(&file))
            return fail(file.errorString());
    } else if (QImageWriter writer(&file, "png"); !writer.write(image())) {
        return fail(file.error() == QFileDevice::NoError ? writer.errorString() : file.errorString());
    }
    return file.commit() || fail(file.errorString());
}

void ChartPicture::askAndSave(Format format, const QString &name, QWidget *parent) const
{
    const bool svg = format == Format::Svg;
    const QString path = SaveDialog::ask(parent, svg ? tr("Save SVG") : tr("Save PNG"), name + suffixOf(format),
                                         svg ? tr("SVG pictures (*.svg)") : tr("PNG pictures (*.png)"));
    if (path.isEmpty())
        return;
    QString why;
    if (save(path, format, &why))
        tellInStatusBar(parent, tr("Saved: %1").arg(path));
    else
        MessageBox::show(MessageBox::Warning, tr("The picture was not saved"),
                         tr("%1 could not be written: %2.").arg(path, why), {}, parent);
}

void ChartPicture::copy() const
{
    QGuiApplication::clipboard()->setImage(image());
}

} // namespace rs
