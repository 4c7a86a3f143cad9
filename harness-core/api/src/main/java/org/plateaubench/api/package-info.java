// SPDX-License-Identifier: Apache-2.0
/** The vocabulary that plans, agents, drivers and plugins share: loads, mixes, pacing, outcomes, limits and draws. */
@NullMarked
package org.plateaubench.api;

import org.jspecify.annotations.NullMarked;
