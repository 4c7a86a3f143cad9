// SPDX-License-Identifier: Apache-2.0
/** The context that all users of one run share, and the recording of the outcomes of operations. */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.drive.run;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
