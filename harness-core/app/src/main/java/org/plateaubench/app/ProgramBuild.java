// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A build of this program.
 *
 * @param version its version
 * @param commit that of the clone it was built in, for a reader; null when it is not known
 * @param digest see {@link ProgramDigest}; null when it is not known, as in tests
 */
record ProgramBuild(
        String version, @Nullable String commit, @Nullable String digest) {
    /** @param home folder of the installation, null when there is none */
    static ProgramBuild of(String version, @Nullable String home) {
        return home == null
                ? new ProgramBuild(version, null, null)
                : new ProgramBuild(version, BuildCommit.of(Path.of(home)), ProgramDigest.of(Path.of(home)));
    }
}
