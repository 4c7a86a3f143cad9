// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;

/**
 * A kind of system under test. Stateless; any thread.
 *
 * @param <P> parameters, a record whose components carry {@link org.plateaubench.api.Parameter}
 */
@API(status = EXPERIMENTAL, since = "0.1")
public interface SutServiceType<P extends Record> {
    /** Name in run files, such as {@code h2}. */
    String name();

    /** One sentence for lists. */
    String description();

    /** The record that the keys of a SUT in a run file are bound to, {@code service} and {@code mode} apart. */
    Class<P> parametersType();

    /** A service that is not started yet. */
    SutService create(SutContext<P> context);
}
