// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.servers;

import java.nio.file.Path;
import org.plateaubench.http.HttpOrigin;

/** A real web server with a few pages, the same for all, that connections are tried against. */
interface WebServer {
    /** Bytes of {@code /small.txt}. */
    int SMALL_BYTES = 1000;

    /** Bytes of {@code /large.txt}. */
    int LARGE_BYTES = 300_000;

    /** How many exchanges it allows on a connection of {@link #hasty}. */
    int HASTY_EXCHANGES = 3;

    HttpOrigin plain();

    /** With TLS, by a certificate of its own. */
    HttpOrigin secure();

    /** Closes connections after a few exchanges. */
    HttpOrigin hasty();

    /** The certificate that it signed itself. */
    Path certificate();

    /** Ends it. */
    void end() throws Exception;
}
