// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/icons.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

// Resources of a static library are dropped by the linker unless somebody names them, and Q_INIT_RESOURCE has to stand
// outside every namespace.
static void initIconResources()
{
    Q_INIT_RESOURCE(rankscope);
}

namespace rs {

namespace {

class SymbolEngine final : public QIconEngine
{
public:
    SymbolEngine(QString name, QColor color) : m_name(std::move(name)), m_color(std::move(color)) {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override
    {
        const qreal ratio = painter->device() ? painter->device()->devicePixelRatioF() : 1.0;
        painter->drawPixmap(rect, rendered(rect.size() * ratio, mode, state));
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        return rendered(size, mode, state);
    }

    QIconEngine *clone() const override { return new SymbolEngine(*this); }
    QString key() const override { return QStringLiteral("rankscope-symbol"); }
    bool isNull() override { return false; }

private:
    QPixmap rendered(const QSize &size, QIcon::Mode mode, QIcon::State) const
    {
        QColor color = m_color;
        // Upon a selection no colour is sure to be seen but that of its text.
        if (!color.isValid() || mode == QIcon::Disabled || mode == QIcon::Selected) {
            const QPalette p = QGuiApplication::palette();
            color = mode == QIcon::Disabled   ? p.color(QPalette::Disabled, QPalette::WindowText)
                    : mode == QIcon::Selected ? p.color(QPalette::HighlightedText)
                                              : p.color(QPalette::WindowText);
        }
        const QString cacheKey = QStringLiteral("rankscope/%1/%2/%3x%4")
                                     .arg(m_name, color.name(QColor::HexArgb))
                                     .arg(size.width())
                                     .arg(size.height());
        QPixmap out;
        if (QPixmapCache::find(cacheKey, &out))
            return out;
        out = QPixmap(size);
        out.fill(Qt::transparent);
        QFile file(QStringLiteral(":/icons/%1.svg").arg(m_name));
        if (file.open(QIODevice::ReadOnly)) {
            QByteArray svg = file.readAll();
            svg.replace("currentColor", color.name().toLatin1());
            QSvgRenderer renderer(svg);
            QPainter p(&out);
            renderer.render(&p, QRectF(QPointF(0, 0), QSizeF(size)));
        }
        QPixmapCache::insert(cacheKey, out);
        return out;
    }

    QString m_name;
    QColor m_color;
};

} // namespace

QIcon symbol(const QString &name, const QColor &color)
{
    initIconResources();
    return QIcon(new SymbolEngine(name, color));
}

} // namespace rs
