// SPDX-License-Identifier: Apache-2.0
/** The only package that reads the clock of the machine. */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.measure.clock;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
