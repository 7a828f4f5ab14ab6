// SPDX-License-Identifier: Apache-2.0
#include "support/testprogram.h"
#include "tables/catalogue/redaction.h"

#include <QCoreApplication>
#include <QStringList>
#include <QTest>

using namespace rs;

class TestRedaction : public QObject
{
    Q_OBJECT
private slots:
    // Ten ranks with a host, an interface and a folder of their own, users, addresses, and paths that no rank names.
    void noneOfSixtySecretsIsLeft()
    {
        Run run;
        run.path = QStringLiteral("/home/zhangwei/secretproject/run7");
        QStringList secrets{QStringLiteral("zhangwei"), QStringLiteral("secretproject"), QStringLiteral("run7")};
        QStringList sentences;
        for (int i = 0; i < 10; ++i) {
            RankInfo info;
            info.rank = i;
            info.label = QString::number(i);
            info.host = QStringLiteral("npu-node%1.cluster").arg(i);
            info.path = run.path + QStringLiteral("/ubuntu-x%1_1234_2026_ascend_pt").arg(i);
            run.infos.push_back(info);
            run.ranks.push_back(nullptr);
            secrets << info.host << QStringLiteral("ubuntu-x%1_1234").arg(i) << QStringLiteral("10.20.30.%1").arg(i)
                    << QStringLiteral("owner%1").arg(i) << QStringLiteral("enp%1s0f0").arg(i);
            sentences << QStringLiteral("Rank %1 on %2 (%3) waits; see \"%4/trace_view.json\".")
                             .arg(i)
                             .arg(info.host, info.path, info.path)
                      << QStringLiteral("link 10.20.30.%1-10.20.30.%1 of owner%1@corp.example, owner%1@login").arg(i)
                      << QStringLiteral("10.20.30.%1%enp%1s0f0_60000_0_1736414082311975").arg(i)
                      << QStringLiteral("file %1 of %2").arg(info.path.section(u'/', -1), info.host);
        }
        secrets << QStringLiteral("corp.example") << QStringLiteral("hiddenmodel") << QStringLiteral("llama_private")
                << QStringLiteral("fe80") << QStringLiteral("Deadline") << QStringLiteral("fileserver")
                << QStringLiteral("topsecret");
        QCOMPARE(secrets.size(), 60);
        sentences << QStringLiteral("/data/hiddenmodel/train.py:12: forward")
                  << QStringLiteral("at=/mnt/llama_private/x.py")
                  << QStringLiteral("fe80:0:0:0:12:34:56:78, fe80::12:34, fe80::1%Deadline_60000_0_1")
                  << QStringLiteral(R"(C:\work\Deadline\a.json)") << QStringLiteral(R"(\\fileserver\share\b.json)")
                  << QStringLiteral("(/opt/topsecret/lib.so)");
        Redaction redaction(run);
        const QString text = redaction.of(sentences.join(u'\n'));
        for (const QString &secret : secrets)
            QVERIFY2(!text.contains(secret), qPrintable(secret + QStringLiteral(" in\n") + text));
        QVERIFY(text.contains(QStringLiteral("Rank 3 on host-4 (/…/rank 3) waits")));
        QCOMPARE(redaction.of(QStringLiteral("npu-node3.cluster")), QStringLiteral("host-4")); // the same each time
        QVERIFY(text.contains(QStringLiteral("address-4%interface-4_60000_0_1736414082311975")));
        QVERIFY(redaction.replaced().size() >= 50);
    }

    // A function keeps its name beside the path of its script; a script without a folder has none.
    void pathsOfScriptsAreNumbered()
    {
        Redaction redaction((Run()));
        const QString said = QStringLiteral("the host of rank 2 was in %1(231): save_checkpoint");
        QCOMPARE(redaction.of(said.arg(QStringLiteral("/home/u/gpt/checkpointing.py"))),
                 said.arg(QStringLiteral("/…/path-1")));
        const QString plain = said.arg(QStringLiteral("checkpointing.py"));
        QCOMPARE(redaction.of(plain), plain);
        QCOMPARE(redaction.of(QStringLiteral("save_checkpoint(231)")), QStringLiteral("save_checkpoint(231)"));
        QCOMPARE(redaction.replaced().front().second, QStringLiteral("/…/path-1"));
    }

    void otherNamesStay()
    {
        Redaction redaction((Run()));
        for (const QString &text :
             {QStringLiteral("Default/network-Model/layers.3/MatMul-op12"), QStringLiteral("AI_CORE/Stream 3"),
              QStringLiteral("AscendCL@aclrtMemcpy"), QStringLiteral("tp:(0,1)"), QStringLiteral("1.2.3"),
              QStringLiteral("12/31"), QStringLiteral("MB/s"), QStringLiteral("aten::add"), QStringLiteral("12:30:45"),
              QStringLiteral("ad::be"), QStringLiteral("50%of_1_step")})
            QCOMPARE(redaction.of(text), text);
    }
};

RS_TEST(TestRedaction, QCoreApplication);
#include "tst_redaction.moc"
