// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import io.javalin.http.Context;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.runs.CarefulJudge;
import org.plateaubench.engine.report.comparison.Comparison;
import org.plateaubench.engine.report.comparison.JudgedRun;
import org.plateaubench.engine.store.Json;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Query;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;

/** The comparison of runs, as {@code plateau compare} prints it. What was judged is kept for the next time. */
final class CompareRoute implements Routes {
    private static final int LEAST_RUNS = 2;
    private static final int MOST_RUNS = 10;
    private static final int MOST_KEPT = 20;
    private static final long MOST_BYTES = 512L * 1024 * 1024;

    private final RunFolders folders;
    private final InstantSource clock;
    /** One run is judged at a time: that bounds the memory, and who asks for the same again finds it. */
    private final ReentrantLock judging = new ReentrantLock();

    private final Map<String, Kept> kept = new LinkedHashMap<>(MOST_KEPT, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
            return size() > MOST_KEPT;
        }
    };

    private record Kept(String fingerprint, JudgedRun run) {}

    CompareRoute(RunFolders folders, InstantSource clock) {
        this.folders = folders;
        this.clock = clock;
    }

    @Override
    public void addTo(RouteTable table) {
        table.get(RouteTable.API + "/compare", Role.VIEWER, this::compare);
    }

    private void compare(Context context) {
        List<String> ids = Query.of(context, "run").texts("run");
        if (ids.size() < LEAST_RUNS || ids.size() > MOST_RUNS) {
            throw Problem.wrongInput("Name between " + LEAST_RUNS + " and " + MOST_RUNS + " runs by run=ID.");
        }
        List<JudgedRun> runs = new ArrayList<>();
        for (String id : ids) {
            runs.add(judged(folders.find(id)));
        }
        Map<String, @Nullable Object> tree = Comparison.of(runs).toTree();
        context.contentType("application/json").result(Json.toLine(tree));
    }

    private JudgedRun judged(RunFolder folder) {
        judging.lock();
        try {
            if (folder.state() == RunFolder.State.RUNNING) {
                throw Problem.conflict("Run " + folder.runId() + " is going on: it can be compared when it has ended.");
            }
            String fingerprint = Fingerprint.of(folder.path(), clock.instant()).text();
            Kept before = kept.get(folder.runId());
            if (before != null && before.fingerprint().equals(fingerprint)) {
                return before.run();
            }
            CarefulJudge.requireModest(folder, MOST_BYTES);
            JudgedRun run = Installation.judged(folder.path());
            kept.put(folder.runId(), new Kept(fingerprint, run));
            return run;
        } catch (IOException e) {
            throw Problem.conflict("Run " + folder.runId() + " cannot be compared: "
                    + String.valueOf(e.getMessage()).replace(folder.path().toString(), "it"));
        } finally {
            judging.unlock();
        }
    }
}
