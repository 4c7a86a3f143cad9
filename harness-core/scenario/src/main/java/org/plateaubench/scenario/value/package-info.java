// SPDX-License-Identifier: Apache-2.0

/** The values of a scenario: variables, draws, data files, templates, and the conditions on them. */
@API(status = EXPERIMENTAL, since = "0.1")
@NullMarked
package org.plateaubench.scenario.value;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
