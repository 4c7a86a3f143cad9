// SPDX-License-Identifier: Apache-2.0
<<<<<<< HEAD
/** The vocabulary that plans, agents, drivers and plugins share: loads, mixes, pacing, outcomes, limits and draws. */
=======
/** The vocabulary a plugin and the harness share: parameters, operations, outcomes. */
>>>>>>> build
@NullMarked
package org.plateaubench.api;

import org.jspecify.annotations.NullMarked;
