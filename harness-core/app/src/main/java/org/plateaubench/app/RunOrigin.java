// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.console.AllowListFile;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.engine.plan.reach.HostRules;
import org.plateaubench.loader.SecretReferences;

/**
 * The origin of a run file that is run for a user without a shell on this host. Immutable.
 *
 * @param folder folder of the files that it names
 * @param within folder of run files, whose files it may name
 * @param allowed list of the other parts of the host that it may name
 */
public record RunOrigin(Path folder, Path within, AllowListFile allowed) {
    /**
     * The current host rules of the administrator.
     *
     * @throws WrongConfiguration when they cannot be read; then nothing is allowed
     */
    public HostRules rules() throws WrongConfiguration {
        try {
            return new HostRules(allowed.read(), folder, within);
        } catch (IOException e) {
            throw new WrongConfiguration(
                    List.of(new Problem(AllowListFile.NAME, 0, 0, "", String.valueOf(e.getMessage()))));
        }
    }

    /** The command line options that give a process the same origin. */
    public List<String> options() {
        return List.of(
                "--files-from", folder.toString(),
                "--files-within", within.toString(),
                "--allow-list", allowed.path().toString());
    }

    /** The secrets that it may read. */
    public SecretReferences secrets(Function<String, @Nullable String> variables) throws WrongConfiguration {
        HostRules rules = rules();
        return SecretReferences.listed(rules::lists, HostRules::unlisted, variables, folder);
    }
}
