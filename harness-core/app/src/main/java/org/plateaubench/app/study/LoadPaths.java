// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.engine.config.RunFile;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.TilesSpec;
import org.plateaubench.engine.config.WorkloadSpec;
import org.plateaubench.engine.config.key.LoadKeys;
import org.plateaubench.engine.config.key.LoadSpec;

/** The paths in a run file that a factor or a search sets. Pure functions. */
final class LoadPaths {
    private LoadPaths() {}

    /** The paths of tiles, users or rate in short; any other name is a path itself. Empty if no workload has such a load. */
    static List<String> of(RunFile file, String name) {
        return of(file, name, "");
    }

    /** Like {@link #of(RunFile, String)}, but for one workload. */
    static List<String> of(RunFile file, String name, String workload) {
        if (name.equals(RunFileKeys.TILES.name())) {
            String count = TilesSpec.COUNT.within(name);
            return List.of(file.source().has(count) ? count : name);
        }
        boolean isUsers = name.equals(LoadKeys.USERS.name());
        if (!isUsers && !name.equals(LoadKeys.RATE.name())) {
            return List.of(name);
        }
        List<String> paths = new ArrayList<>();
        for (WorkloadSpec each : file.spec().workloads()) {
            LoadSpec load = each.get(RunFileKeys.LOAD);
            if (load != null
                    && load.isClosed() == isUsers
                    && load.steps().isEmpty()
                    && (workload.isEmpty() || workload.equals(each.name()))) {
                String path = RunFileKeys.LOAD.within(RunFileKeys.WORKLOADS.entry(each.name()));
                paths.add((isUsers ? LoadKeys.USERS : LoadKeys.RATE).within(path));
            }
        }
        return paths;
    }
}
