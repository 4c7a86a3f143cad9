// SPDX-License-Identifier: Apache-2.0
/** The vocabulary that plans, agents, drivers and plugins share: loads, mixes, pacing, outcomes, limits and draws. */
@API(status = EXPERIMENTAL, since = "0.1")
@NullMarked
package org.plateaubench.api;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
