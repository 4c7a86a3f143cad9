// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plateaubench.loader.SecretReferences;

/**
 * Where a run file came from that is kept somewhere else by now, or was never a file. Immutable.
 *
 * @param folder where the files are that it names
 * @param within folder that no file may be outside of
 */
public record RunOrigin(Path folder, Path within) {
    SecretReferences secrets(Function<String, @Nullable String> variables) {
        return SecretReferences.within(within, variables, folder);
    }
}
