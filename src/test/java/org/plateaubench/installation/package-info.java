// SPDX-License-Identifier: Apache-2.0
/** The launcher and its installation, from the view of a user. */
@NullMarked
package org.plateaubench.installation;

import org.jspecify.annotations.NullMarked;
