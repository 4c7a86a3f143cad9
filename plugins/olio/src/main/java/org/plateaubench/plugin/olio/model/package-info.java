// SPDX-License-Identifier: Apache-2.0
/** What the workload is: operations, mix, pacing, profiles, counters, checks, and what a model of it predicts. */
@NullMarked
package org.plateaubench.plugin.olio.model;

import org.jspecify.annotations.NullMarked;
