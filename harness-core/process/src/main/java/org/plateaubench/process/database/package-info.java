// SPDX-License-Identifier: Apache-2.0
/** Checks of databases that workloads of several plugins share. */
@API(status = EXPERIMENTAL, since = "0.1")
@NullMarked
package org.plateaubench.process.database;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
