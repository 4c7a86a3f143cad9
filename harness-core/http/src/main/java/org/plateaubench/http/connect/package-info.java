// SPDX-License-Identifier: Apache-2.0

/** Connections, with the protocol of the settings: HTTP/1.1 of our own, and HTTP/2 by Jetty's client. */
@API(status = EXPERIMENTAL, since = "0.1")
@NullMarked
package org.plateaubench.http.connect;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
