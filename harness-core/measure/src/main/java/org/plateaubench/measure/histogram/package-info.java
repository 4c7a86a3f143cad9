// SPDX-License-Identifier: Apache-2.0
/**
 * Histograms of times: their layout, their lock-free striped memory, and the reading of differences for an interval.
 */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.measure.histogram;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
