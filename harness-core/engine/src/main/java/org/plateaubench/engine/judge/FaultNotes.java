// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.record.RunEvent;

/** Collects the faults of plugins and the harness: each kind once, with its plugin and count. */
final class FaultNotes {
    private static final Pattern USER = Pattern.compile("\\b[Uu]ser \\d+\\b");

    private FaultNotes() {}

    /** A kind of fault; faults that differ only in the number of the user are of the same kind. */
    private record Kind(String scope, String message) {}

    static List<Judgement.Note> of(List<RunEvent> events, RunPlan plan) {
        Map<Kind, Integer> kinds = new LinkedHashMap<>();
        for (RunEvent event : events) {
            if (event.is(EventType.FAULT) || event.is(EventType.USER_FAILED)) {
                String message = USER.matcher(event.message()).replaceAll("a user");
                kinds.merge(new Kind(event.scope(), message), 1, Integer::sum);
            }
        }
        List<Judgement.Note> notes = new ArrayList<>();
        kinds.forEach((kind, times) -> notes.add(note(kind, times, plan)));
        return notes;
    }

    private static Judgement.Note note(Kind kind, int times, RunPlan plan) {
        String plugin = plan.workloads().stream()
                .filter(workload -> kind.scope().equals(workload.scope()))
                .findFirst()
                .map(PlannedWorkload::plugin)
                .orElse("");
        boolean isNamed =
                plugin.isEmpty() || kind.message().toLowerCase(Locale.ROOT).contains("plugin " + plugin);
        String who = isNamed ? "" : "Plugin " + plugin + ": ";
        return new Judgement.Note(kind.scope(), who + kind.message() + (times == 1 ? "" : " (" + times + " times)"));
    }
}
