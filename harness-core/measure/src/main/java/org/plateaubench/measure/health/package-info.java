// SPDX-License-Identifier: Apache-2.0
/** The health of the measuring process: its CPU, collections and stalls. */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.measure.health;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
