// SPDX-License-Identifier: Apache-2.0

/** The source of connections, with the protocol of the settings. */
@API(status = EXPERIMENTAL, since = "0.1")
@NullMarked
package org.plateaubench.http.connect;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
