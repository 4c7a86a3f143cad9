// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.figures.Portion;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.result.Judgement;

/** The audits of a run for a terminal: the number of each result, and the name of every audit that is not ok. */
final class AuditLines {
    private AuditLines() {}

    static void write(Judgement judgement, BiConsumer<String, String> paragraph) {
        paragraph.accept("", counts(judgement));
        names(judgement, false, "violated: ", paragraph);
        names(judgement, true, "noted: ", paragraph);
        untested(judgement, paragraph);
    }

    private static String counts(Judgement judgement) {
        List<Audit> violated = judgement.audits().stream()
                .filter(audit -> audit.state() == Audit.State.VIOLATED)
                .toList();
        long noted = violated.stream().filter(Audit::noted).count();
        long ofSut = violated.size() - Health.count(judgement, Audit.State.VIOLATED);
        List<String> ofThem = new ArrayList<>();
        if (noted > 0) {
            ofThem.add(noted + " only noted in class " + judgement.runClass());
        }
        if (ofSut > 0) {
            ofThem.add(ofSut + " by the SUT");
        }
        return "Audits: " + Health.count(judgement, Audit.State.OK) + " ok, " + violated.size() + " violated"
                + (ofThem.isEmpty() ? "" : " (" + String.join(", ", ofThem) + ")") + ", "
                + Health.count(judgement, Audit.State.NOT_TESTED) + " not tested.";
    }

    /** Names the violated audits; the violations themselves are described with the reasons at the top. */
    private static void names(Judgement judgement, boolean noted, String head, BiConsumer<String, String> paragraph) {
        Map<Subject, List<Audit>> groups = groups(judgement, Audit.State.VIOLATED, noted);
        if (!groups.isEmpty()) {
            List<String> names = new ArrayList<>();
            groups.forEach((subject, audits) -> names.add(name(subject, audits)));
            paragraph.accept(head, String.join(", ", names) + ".");
        }
    }

    private static void untested(Judgement judgement, BiConsumer<String, String> paragraph) {
        groups(judgement, Audit.State.NOT_TESTED, false).forEach((subject, audits) -> {
            Portion first = audits.getFirst().scope().portion();
            String of = audits.size() == 1 || first == null ? "" : "In " + first.kind() + " " + first.number() + ": ";
            paragraph.accept(
                    "not tested: ",
                    name(subject, audits) + ". " + of + audits.getFirst().message());
        });
    }

    /** A rule with its subject, for one or more portions of the steady state. */
    private record Subject(Scope whole, @Nullable String portions, Rule rule) {
        static Subject of(Audit audit) {
            Portion portion = audit.scope().portion();
            return new Subject(audit.scope().in(null), portion == null ? null : portion.kind(), audit.rule());
        }
    }

    private static Map<Subject, List<Audit>> groups(Judgement judgement, Audit.State state, boolean noted) {
        Map<Subject, List<Audit>> groups = new LinkedHashMap<>();
        for (Audit audit : judgement.audits()) {
            if (audit.state() == state && (state != Audit.State.VIOLATED || audit.noted() == noted)) {
                groups.computeIfAbsent(Subject.of(audit), subject -> new ArrayList<>())
                        .add(audit);
            }
        }
        return groups;
    }

    private static String name(Subject subject, List<Audit> audits) {
        String name = subject.whole() + " " + subject.rule().title().toLowerCase(Locale.ROOT);
        if (subject.portions() == null) {
            return audits.size() == 1 ? name : name + " (" + audits.size() + ")";
        }
        List<String> numbers = audits.stream()
                .map(audit -> audit.scope().portion())
                .map(portion -> portion == null ? "" : Integer.toString(portion.number()))
                .distinct()
                .toList();
        int last = numbers.size() - 1;
        return name + " in " + subject.portions()
                + (last == 0
                        ? " " + numbers.getFirst()
                        : "s " + String.join(", ", numbers.subList(0, last)) + " and " + numbers.get(last));
    }
}
