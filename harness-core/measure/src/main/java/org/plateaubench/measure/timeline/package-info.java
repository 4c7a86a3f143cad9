// SPDX-License-Identifier: Apache-2.0
/** The phases of a run on its clock, and the windows that they are divided into. */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.measure.timeline;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
