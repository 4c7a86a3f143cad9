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
 * The origin of a run file that a user without a shell on this host asks to run. Immutable.
 *
 * @param folder folder of the files that it names
 * @param within folder of run files, whose files it may name
 * @param allowed the list of what it may also name of the host
 */
public record RunOrigin(Path folder, Path within, AllowListFile allowed) {
    /**
     * The host rules that an administrator has set by now.
     *
     * @throws WrongConfiguration when they cannot be read: then nothing is allowed
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
