// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import java.nio.file.Path;
import org.apiguardian.api.API;

/**
 * What a SUT service is told. Immutable.
 *
 * @param name name of the SUT in the run file
 * @param mode who starts it
 * @param parameters bound and checked
 * @param folder for data and logs of an embedded service; exists, is empty at first and is the service's own
 * @param <P> parameters
 */
@API(status = EXPERIMENTAL, since = "0.1")
public record SutContext<P extends Record>(String name, Mode mode, P parameters, Path folder) {
    /** Who starts a SUT. */
    public enum Mode {
        /** The harness, on loopback, in a process of its own. */
        EMBEDDED,
        /** Somebody else. */
        EXTERNAL
    }
}
