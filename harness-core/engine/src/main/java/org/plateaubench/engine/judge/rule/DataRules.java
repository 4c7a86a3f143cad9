// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.rule;

import java.util.List;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Severity;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.RunEvent;

/** Doubts about the data of workloads: settings that weaken what figures claim, and servers that tiles share. */
public final class DataRules {
    private DataRules() {}

    public static void apply(List<RunEvent> events, List<Reason> reasons) {
        for (RunEvent event : events) {
            if (event.is(EventType.DATA_DOUBT)) {
                reasons.add(note(Rule.DATA_DOUBT, event.scope() + ": " + event.message()));
            } else if (event.is(EventType.SHARED_SERVER)) {
                reasons.add(note(Rule.SHARED_SERVER, event.message()));
            }
        }
    }

    private static Reason note(Rule rule, String message) {
        return new Reason(rule, Severity.NOTE, Scope.RUN, null, null, "", message);
    }
}
