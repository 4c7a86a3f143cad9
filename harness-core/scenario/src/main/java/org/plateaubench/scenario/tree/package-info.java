// SPDX-License-Identifier: Apache-2.0

/** The tree of a scenario file, read with the place of every problem. */
@API(status = EXPERIMENTAL, since = "0.1")
@NullMarked
package org.plateaubench.scenario.tree;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
