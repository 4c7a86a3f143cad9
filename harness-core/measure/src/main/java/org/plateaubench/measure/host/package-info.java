// SPDX-License-Identifier: Apache-2.0
/** Facts about a host: settings, limits, and the processes that use its CPU. Reads, and changes nothing. */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.measure.host;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
