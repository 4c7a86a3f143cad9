// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.RunFileReader;
import org.plateaubench.engine.config.RunFileReader.RunFile;
import org.plateaubench.engine.config.RunSpec;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.engine.plan.AllowFile;
import org.plateaubench.engine.plan.HostRules;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.plan.planning.Planner;
import org.plateaubench.loader.SecretReferences;

/**
 * The origin of a run that a user requests through a console, and so without a shell on this host. Immutable.
 *
 * @param within folder of all run files; the run may read no other file that its run file names
 * @param file path of the run file in that folder, existing or not; null for a text that belongs to no file
 * @param allowFile the administrator's file; empty for none
 */
public record RunOrigin(Path within, @Nullable Path file, Optional<Path> allowFile) {
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
            return read(file.toString(), RunFileReader.text(file)).spec();
        } catch (IOException | WrongConfiguration e) {
            return null;
        }
    }

    private RunFile read(String name, String text) throws WrongConfiguration {
        return RunFileReader.read(name, text, folder(), within, List.of());
    }

    public void requireSecrets(RunFile given, RunPlan plan) throws WrongConfiguration {
        Planner.checkSecrets(given, plan, new SecretReferences(System::getenv, folder()));
    }

    /** A text that cannot be read as a run file has no values to refuse. */
    public void requireStorable(String text, Installation installation) throws WrongConfiguration {
        RunFile given;
        try {
            given = read(file == null ? "" : file.toString(), text);
        } catch (WrongConfiguration e) {
            return;
        }
        List<Problem> problems = rules().notStorable(given, installation.catalog());
        if (!problems.isEmpty()) {
            throw new WrongConfiguration(problems.stream().sorted(Problem.ORDER).toList());
        }
    }
}
