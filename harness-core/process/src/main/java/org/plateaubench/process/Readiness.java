// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.util.Optional;

/**
 * Tests whether a child process can be used.
 *
 * @param <T> result, such as the port it listens on
 */
@FunctionalInterface
public interface Readiness<T> {
    /**
     * Checks once; called repeatedly, by one thread. May block: the thread is interrupted when the deadline has passed
     * or the child has ended.
     */
    Optional<T> probe(ServerProcess child) throws IOException;
}
