// SPDX-License-Identifier: Apache-2.0

/** Scenarios: loads that users write in YAML. A plugin adds a protocol by {@link org.plateaubench.scenario.Protocol}. */
@API(status = EXPERIMENTAL, since = "0.1")
@NullMarked
package org.plateaubench.scenario;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
