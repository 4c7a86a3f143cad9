// SPDX-License-Identifier: Apache-2.0
/** The specification of the load of one workload that an agent receives, and the listener that receives failures. */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.drive.spec;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
