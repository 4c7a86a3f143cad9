// SPDX-License-Identifier: Apache-2.0
/** Users of asynchronous drivers, on event loops. */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.drive.loop;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
