// SPDX-License-Identifier: Apache-2.0
/** Recorders of a workload, without locks or allocation; each reading gives the interval since the one before. */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.measure.recorder;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
