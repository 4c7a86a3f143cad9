// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.plateaubench.engine.report.comparison.Comparison;
import org.plateaubench.engine.report.comparison.JudgedRun;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Query;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;

/** Compares runs that have ended. Any thread. */
final class Compare implements Routes {
    /** Most runs of a comparison: no page shows more columns. */
    static final int MOST_RUNS = 8;

    private static final String RUN = "run";

    private final JudgedRuns runs;

    Compare(JudgedRuns runs) {
        this.runs = runs;
    }

    @Override
    public void addTo(RouteTable table) {
        table.get(RouteTable.API + "/compare", Role.VIEWER, this::compare, RUN);
    }

    private void compare(Context context) {
        List<String> ids = Query.of(context).texts(RUN);
        if (ids.size() < 2 || ids.size() > MOST_RUNS) {
            throw wrong("Name 2 to " + MOST_RUNS + " runs to compare, " + ids.size() + " are named.");
        }
        List<JudgedRun> judged = new ArrayList<>();
        for (String id : ids) {
            judged.add(runs.judged(id));
        }
        if (new LinkedHashSet<>(ids).size() < ids.size()) {
            throw wrong("Name each run once.");
        }
        context.json(Comparison.of(judged));
    }

    private static Problem wrong(String message) {
        return Problem.wrongInput(message, Problem.Detail.of(RUN, message));
    }
}
