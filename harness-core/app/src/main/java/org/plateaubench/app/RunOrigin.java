// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.RunFileReader;
import org.plateaubench.engine.config.RunFileReader.RunFile;
import org.plateaubench.engine.config.RunSpec;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.plan.AllowFile;
import org.plateaubench.engine.plan.HostRules;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.plan.planning.Planner;
import org.plateaubench.loader.SecretReferences;

/**
 * The origin of a run that a user of a console requests, who has no shell on this host. Immutable.
 *
 * @param within folder of all run files; the run may read no other file that its run file names
 * @param file path of the run file in that folder, existing or not; null for a text that belongs to no file
 * @param allowFile the administrator's file; empty for none
 */
public record RunOrigin(Path within, @Nullable Path file, Optional<Path> allowFile) {
    private static final Set<String> KEPT_VARIABLES = Set.of(
            "HOME",
            "JAVA_HOME",
            "LANG",
            "LC_ALL",
            "LC_CTYPE",
            "PATH",
            "PLATEAU_BINARIES",
            "PLATEAU_PLUGINS",
            "TMPDIR",
            "TZ",
            "XDG_CACHE_HOME");

    public Path folder() {
        Path folder = file == null ? null : file.getParent();
        return folder == null ? within : folder;
    }

    /** If the administrator's file cannot be read, nothing is allowed. */
    public HostRules rules() throws WrongConfiguration {
        return new HostRules(AllowFile.read(allowFile.orElse(null)), onHost());
    }

    /** The content of the run file on this host; null if there is none, or if it is reached through links. */
    private @Nullable RunSpec onHost() {
        try {
            if (file == null
                    || !Files.isRegularFile(file)
                    || !file.toRealPath().equals(within.toRealPath().resolve(within.relativize(file)))) {
                return null;
            }
            return RunFileReader.read(file.toString(), RunFileReader.text(file), folder(), within, List.of())
                    .spec();
        } catch (IOException | WrongConfiguration e) {
            return null;
        }
    }

    public void requireSecrets(RunFile given, RunPlan plan) throws WrongConfiguration {
        Planner.checkSecrets(given, plan, new SecretReferences(System::getenv, folder()));
    }

    /** Removes from the environment of a process all variables except the given and the indispensable ones. */
    public static void reduce(Map<String, String> environment, Collection<String> further) {
        environment.keySet().removeIf(name -> !KEPT_VARIABLES.contains(name) && !further.contains(name));
    }

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
            return new RunSource(
                    file.toString(), RunFileReader.text(file), folder == null ? Path.of("/") : folder, null);
        }

        public static RunSource of(String name, String text, RunOrigin origin) {
            return new RunSource(name, text, origin.folder(), origin);
        }

        /** Reads the text without checking values; {@code path=value} settings replace values of it, in order. */
        public RunFile read(List<String> settings) throws WrongConfiguration {
            return RunFileReader.read(name, text, folder, origin == null ? null : origin.within(), settings);
        }
    }
}
