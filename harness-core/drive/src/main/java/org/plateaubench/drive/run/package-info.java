// SPDX-License-Identifier: Apache-2.0
/** What all users of one run share: its context, and how the outcomes of operations become records. */
@API(status = INTERNAL, since = "0.1")
@NullMarked
package org.plateaubench.drive.run;

import static org.apiguardian.api.API.Status.INTERNAL;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
