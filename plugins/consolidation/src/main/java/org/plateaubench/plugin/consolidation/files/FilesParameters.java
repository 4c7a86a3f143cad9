// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.files;

import java.nio.file.Path;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;

public record FilesParameters(
        @Parameter(
                description = "Absolute path of the folder in which the workload makes a folder of its own, at the same"
                        + " place on every agent; empty for the host's folder for temporary files.",
                defaultValue = "",
                reach = Reach.FILE)
        String folder,

        @Parameter(
                description = "Number of files of each user at the beginning; during a run at most twice as many.",
                defaultValue = "50",
                unit = "files",
                min = 10,
                max = 100_000)
        int files,

        @Parameter(
                description =
                        "Mean size of a new file; each is between 4 KiB and twice that size, and none grows beyond it.",
                defaultValue = "64",
                unit = "KiB",
                min = 8,
                max = 65_536)
        int fileKibibytes,

        @Parameter(
                description =
                        "What is written to the device before an operation ends: nothing, the data of the file, or"
                                + " all of it with its folder.",
                defaultValue = "none")
        Sync sync) {

    public enum Sync {
        NONE,
        DATA,
        ALL
    }

    Path place() {
        return Path.of(folder.isEmpty() ? System.getProperty("java.io.tmpdir") : folder);
    }

    int maxBlocks() {
        return Math.max(2, 2 * fileKibibytes * 1024 / Tree.Block.BYTES);
    }
}
