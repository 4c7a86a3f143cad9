// SPDX-License-Identifier: Apache-2.0
/** The tools with which plugin authors test their plugins. */
@API(status = EXPERIMENTAL, since = "0.1")
@NullMarked
package org.plateaubench.testkit;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
