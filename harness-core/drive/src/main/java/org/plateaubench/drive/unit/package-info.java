// SPDX-License-Identifier: Apache-2.0
/** The choice of the next unit, and its expansion into operations and pauses. All draws are keyed. */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.drive.unit;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
