// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QImage>
#include <QPointer>
#include <QString>
#include <QWidget>

#include <functional>

class QPainter;

namespace rs {

class Theme;

/// Texts above a saved picture, so that it explains itself in a report. Plain text, in the user's language; empty lines
/// are left out.
struct PictureText
{
    QString title; ///< what is shown, with its unit
    QString scope; ///< run, step and what else was chosen
    QString note;  ///< where the numbers come from and what they leave out

    /// Stands between the parts of a scope.
    [[nodiscard]] static QString betweenScopes() { return QStringLiteral(" · "); }
};

/// A widget as a picture with a head that says what it is. It paints what the widget shows at that moment, and nothing
/// once the widget is gone.
class ChartPicture
{
    Q_DECLARE_TR_FUNCTIONS(rs::ChartPicture)
public:
    enum class Format : quint8 { Png, Svg };

    /// Leaves out everything above the lower edge of `skip`, a child of the widget, such as a tool bar. `end` gives,
    /// when the picture is painted, the pixel of the widget's height from which on it is left out.
    ChartPicture(QWidget *content, const Theme *theme, PictureText text, QWidget *skip = nullptr,
                 std::function<int()> end = {});

    /// For what takes any size: painted larger than it is on screen where a low dock squeezes it.
    void growToReadable() { m_grows = true; }

    [[nodiscard]] const PictureText &text() const { return m_text; }
    [[nodiscard]] bool isGone() const { return !m_content; }
    [[nodiscard]] bool isOnScreen() const { return m_content && m_content->isVisible(); }
    /// At least twice the size on screen, or of a readable size where the widget has less: one that was never in front
    /// has no size yet. Null when the widget is gone.
    [[nodiscard]] QImage image() const;
    /// False with a reason in `error` when writing failed.
    [[nodiscard]] bool save(const QString &path, Format format, QString *error = nullptr) const;
    /// Asks for a file over `parent` and saves; says why when that failed. `name` is proposed, without a suffix.
    void askAndSave(Format format, const QString &name, QWidget *parent) const;
    void copy() const;

private:
    /// Gives the widget the size that it is painted at, without a mark under the mouse.
    void prepare() const;
    /// The part of the widget that is painted.
    [[nodiscard]] QRect part() const;
    [[nodiscard]] QSize sizeWithHead(const QRect &part) const;
    /// Its height; paints it when there is a painter.
    int head(QPainter *painter, int width) const;
    void paint(QPainter *painter, const QRect &part) const;
    [[nodiscard]] bool saveSvg(QIODevice *device) const;

    QPointer<QWidget> m_content;
    const Theme *m_theme;
    PictureText m_text;
    QPointer<QWidget> m_skip;
    std::function<int()> m_end;
    bool m_grows = false;
};

} // namespace rs
