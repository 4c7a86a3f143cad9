// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import org.plateaubench.plugin.faban.archive.UnsupportedDriver;
import org.plateaubench.plugin.faban.definition.LoadedBenchmark;

/** Loads each driver once, and again when its file has changed. Any thread. */
final class LoadedBenchmarks {
    private final Map<Path, Loaded> loaded = new HashMap<>();

    private record Loaded(FileTime changed, LoadedBenchmark benchmark) {}

    synchronized LoadedBenchmark of(String driverJar) throws IOException, UnsupportedDriver {
        Path path = Path.of(driverJar).toAbsolutePath();
        FileTime changed = Files.exists(path) ? Files.getLastModifiedTime(path) : FileTime.fromMillis(0);
        Loaded known = loaded.get(path);
        if (known != null && known.changed().equals(changed)) {
            return known.benchmark();
        }
        LoadedBenchmark benchmark = LoadedBenchmark.load(path);
        loaded.put(path, new Loaded(changed, benchmark));
        return benchmark;
    }
}
