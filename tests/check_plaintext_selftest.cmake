# SPDX-License-Identifier: Apache-2.0
# cmake -DWORK=<scratch folder> -P check_plaintext_selftest.cmake
# Lays out correct sources, which have to pass check_plaintext.cmake, then plants one offence at a time, each of which must fail.
cmake_minimum_required(VERSION 3.23)

# expect(WORDS): with WORDS the check has to fail and to say so in these words, without it has to pass.
function(expect words)
    execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${WORK} -P ${CMAKE_CURRENT_LIST_DIR}/check_plaintext.cmake
        RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
    string(REGEX REPLACE "[ \n]+" " " said "${said}")
    string(FIND "${said}" "${words}" at)
    if(words STREQUAL "" AND NOT status EQUAL 0)
        message(FATAL_ERROR "correct sources fail:\n${said}")
    elseif(NOT words STREQUAL "" AND (status EQUAL 0 OR at EQUAL -1))
        message(FATAL_ERROR "expected \"${words}\", status ${status}:\n${said}")
    endif()
endfunction()

function(lay_out text)
    file(REMOVE_RECURSE ${WORK})
    file(WRITE ${WORK}/views/widgets/plaintext.cpp "auto *l = new QLabel(parent);\nQMessageBox(icon, title);\n")
    file(WRITE ${WORK}/views/dock.cpp "${text}\n")
endfunction()

function(plant text words)
    lay_out("${text}")
    expect("${words}")
endfunction()

foreach(correct
    [[b->setToolTip(tr("Words; of [the] program \"quoted\""));]]
    "b->setToolTip(\n    tr(\"Two \"\n       \"lines\"));"
    [[b->setToolTip(m_kept ? tr("One") : tr("Another"));]]
    [[item->setToolTip(0, tr("Column"));]]
    [[b->setToolTip(format::tooltipText(path));]]
    [[QToolTip::showText(at, format::tooltipTable(lines), this);]]
    [[case Qt::ToolTipRole: return format::tooltipText(name);]]
    [[QProgressDialog progress(tr("Writing"), tr("Cancel"), 0, 0, this);]]
    [[void fit(QMessageBox &box); auto *b = qobject_cast<QMessageBox *>(watched);]]
    [[// box.setInformativeText(path); new QLabel(path)]])
    plant("${correct}" "")
endforeach()

# tipped(FUNCTION CALL WORDS): a tooltip that is given by a function of the same source.
function(tipped function call words)
    plant("#include <QToolTip>\n\n${function}\n\nvoid Dock::show()\n{\n    ${call};\n}" "${words}")
endfunction()
set(good [[QString Dock::tip(int row) const
{
    const auto known = [](int value) { return value > 0 ? name(value) : path; };
    if (row < 0)
        return format::tooltipText(known(row));
    for (const auto &s : rows()) {
        if (s.empty())
            return format::tooltipTable({{s, {}}});
    }
    return format::tooltipTable(lines);
}]])
tipped("${good}" "QToolTip::showText(at.toPoint() + QPoint(16, 16), tip(rows[row].y()), this)" "")
tipped("${good}" "QToolTip::showText(at, tip(row))" "")
tipped("${good}" "b->setToolTip(tip(row))" "")
tipped("${good}" "item->setToolTip(1, tip(row))" "")
set(not "not by format::tooltipText()")
tipped("${good}" "b->setToolTip(tip(row) + path)" "${not}")
tipped("${good}" "b->setToolTip(there ? path : tip(row))" "${not}")
tipped("${good}" "QToolTip::showText(tip(row), name, this)" "${not}")
tipped("${good}" "QToolTip::showText(at, name(1, tip(row)), this)" "${not}")
foreach(name tip tipOf tooltipOf clockTip)
    tipped("// format::tooltipText() is elsewhere" "b->setToolTip(${name}(row))" "${not}")
    tipped("QString Dock::${name}(int row)\n{\n    if (row < 0)\n        return path;\n    return format::tooltipText(path);\n}"
        "QToolTip::showText(at, ${name}(row), this)" "${not}")
    tipped("QString Dock::${name}(int row)\n{\n    return there ? path : format::tooltipText(path);\n}"
        "b->setToolTip(${name}(row))" "${not}")
    tipped("QString Dock::${name}(int row)\n{\n    return format::tooltipText(path) + path;\n}"
        "b->setToolTip(${name}(row))" "${not}")
endforeach()
plant("b->setToolTip(path);" "setToolTip(path)")
plant("b->setToolTip(tr(\"Step %1\").arg(step));" "not by format::tooltipText()")
plant("b->setToolTip(there ? path : tr(\"gone\"));" "not by format::tooltipText()")
plant("b->setToolTip(\n    m_note->text());" "not by format::tooltipText()")
plant("item->setToolTip(1, value);" "not by format::tooltipText()")
plant("b->setStatusTip(path);" "setStatusTip(path)")
plant("b->setWhatsThis(path);" "setWhatsThis(path)")
plant("QToolTip::showText(at, name, this);" "QToolTip::showText(at, name, this)")
plant("case Qt::ToolTipRole: return name;" "ToolTipRole without")
plant("auto *l = new QLabel(path, this);" "new QLabel: use plainLabel()")
plant("Note::Note(QWidget *p) : QLabel(p) {}" "not set to Qt::PlainText")
plant(" QMessageBox::warning(this, tr(\"Title\"), path);" "QMessageBox: use rs::MessageBox")
plant(" auto *box = new QMessageBox(this);" "QMessageBox: use rs::MessageBox")
plant(" QMessageBox box(QMessageBox::Warning, tr(\"Title\"), path);" "QMessageBox: use rs::MessageBox")
plant(" box.setInformativeText(path);" "setInformativeText: use rs::MessageBox")
plant(" label->setTextFormat(Qt::RichText);" "Qt::RichText")
plant(" auto *view = new QTextBrowser(this);" "QTextBrowser")
plant("QProgressDialog progress(path, tr(\"Cancel\"), 0, 0, this);" "its label would read markup")
plant("progress.setLabelText(path);" "its label would read markup")
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
expect("holds no source file at all")
file(REMOVE_RECURSE ${WORK})
