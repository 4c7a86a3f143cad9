// SPDX-License-Identifier: Apache-2.0
/** The launcher and the installation it runs, as a user finds them. */
@NullMarked
package org.plateaubench.installation;

import org.jspecify.annotations.NullMarked;
