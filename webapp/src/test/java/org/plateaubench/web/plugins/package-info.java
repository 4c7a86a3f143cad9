// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.plateaubench.web.plugins;

import org.jspecify.annotations.NullMarked;
