// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.util.Optional;

/** Tests whether a child process can be used. */
@FunctionalInterface
public interface Readiness<T> {
    /** May block: its only thread is interrupted when the deadline has passed or the child has ended. */
    Optional<T> probe(ServerProcess child) throws IOException;
}
