// SPDX-License-Identifier: Apache-2.0
/** The model of the workload: operations, mix, pacing, profiles, counters, checks, and predictions. */
@NullMarked
package org.plateaubench.plugin.olio.model;

import org.jspecify.annotations.NullMarked;
