// SPDX-License-Identifier: Apache-2.0
/** Drives one workload in this process: starts its users, supervises them and gives their intervals. */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.drive;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
