// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.audit.Bounds;
import org.plateaubench.engine.judge.audit.HostAudits;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.store.StoredRun;

/** Notes on other programs that used the CPU of the client host during the measurement. */
final class HostNotes {
    /** Source of the telemetry of the agent's host. */
    private static final String HOST = "host";

    private static final String OTHERS = "others";

    private HostNotes() {}

    static List<Judgement.Note> of(StoredRun run, @Nullable Window window) {
        List<Judgement.Note> notes = new ArrayList<>();
        if (window == null) {
            return notes;
        }
        HostAudits.meanPercent(run.telemetry(), window, OTHERS).ifPresent(percent -> {
            if (percent >= Bounds.OTHERS_PERCENT) {
                notes.add(new Judgement.Note(
                        HOST,
                        "Other programs used " + Figures.said(percent, "%")
                                + " of the agent's host's CPU during the steady state. They take time from the"
                                + " agent, so response times may hold waiting that is not the SUT's. Stop them, or"
                                + " run the agent on a host of its own; ./plateau calibrate names the busiest."
                                + " (A SUT on this host that Plateau did not start counts as another program.)"));
            }
        });
        return notes;
    }
}
