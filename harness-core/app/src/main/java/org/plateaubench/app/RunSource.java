// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.RunFileReader;
import org.plateaubench.engine.config.RunFileReader.RunFile;
import org.plateaubench.engine.config.WrongConfiguration;

/**
 * The text of a run file, which is read once. Immutable.
 *
 * @param folder folder to which the names of other files in it refer
 * @param origin the parts of the host that it may name; null for a user of this host's shell, who may name any
 */
public record RunSource(
        String name, String text, Path folder, @Nullable RunOrigin origin) {
    public static RunSource of(Path file) throws WrongConfiguration {
        Path folder = file.toAbsolutePath().getParent();
        return new RunSource(file.toString(), RunFileReader.text(file), folder == null ? Path.of("/") : folder, null);
    }

    public static RunSource of(String name, String text, RunOrigin origin) {
        return new RunSource(name, text, origin.folder(), origin);
    }

    /** Reads the text without checking values; {@code path=value} settings replace values of it, in order. */
    public RunFile read(List<String> settings) throws WrongConfiguration {
        return RunFileReader.read(name, text, folder, origin == null ? null : origin.within(), settings);
    }
}
