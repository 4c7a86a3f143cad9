// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.nio.file.Path;
import java.util.List;
import org.plateaubench.api.Finding;

/**
 * A kind of system under test, such as a database product. Stateless and thread-safe.
 *
 * @param <P> type of the parameters, a record whose components have the annotation {@link
 *     org.plateaubench.api.Parameter}
 */
public interface SutServiceType<P extends Record> {
    /** The name in run files, such as {@code h2}. */
    String name();

    /** The description in lists, one sentence. */
    String description();

    /** The record to which the keys of a SUT in a run file, except {@code service} and {@code mode}, are converted. */
    Class<P> parametersType();

    /**
     * Checks rules that the bounds of single parameters cannot express, such as keys that are only allowed in one mode.
     * Problems are configuration errors. Called with the values of the run file, in which a text may still be a
     * reference such as {@code ${env:NAME}}, and again with the resolved values before the service is created.
     */
    default List<Finding> check(SutContext.Mode mode, P parameters) {
        return List.of();
    }

    /**
     * Downloads the programs that an embedded service would download on its first start, unless they are present, to a
     * folder. Later starts find them there if the environment variable {@code PLATEAU_BINARIES} contains its path.
     *
     * @return whether this kind of service has such programs; false by default
     * @throws SutException if a download fails
     */
    default boolean prefetch(Path folder, Progress progress) throws SutException, InterruptedException {
        return false;
    }

    /**
     * Whether a text contains a reference such as {@code ${env:NAME}}, so that it cannot be checked until the reference
     * is resolved.
     */
    static boolean isReference(String text) {
        return text.contains("${");
    }

    /** Creates a service, which is not started yet. The parameters of the context have passed {@link #check}. */
    SutService create(SutContext<P> context);
}
